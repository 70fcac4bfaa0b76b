-- Until when an attempt to send the mail may be under way: nobody else takes it up before, and nobody's death keeps it.
alter table mail_outbox add column claimed_until timestamptz;

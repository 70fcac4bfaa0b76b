-- When the rate of newsletters allows the next mail, of whatever campaign, after this campaign's last run; null before the first.
alter table newsletter_campaigns add column next_mail_at timestamptz;

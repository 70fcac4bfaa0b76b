-- Why an unpaid order was accepted on hold without taking stock; null: it took its stock, or has taken it since.
alter table orders add column held_for text check (held_for in ('size', 'share', 'network', 'crowd'));

-- Normalizes a text for searching: lower case, without accents, vowel signs and apostrophes; a single blank between words.
-- Called by index_products, and by shop/catalogue and shop/content for searches and names.
create or replace function search_text(text) returns text language sql immutable strict parallel safe
return btrim(regexp_replace(
  lower(regexp_replace(normalize($1, NFKD), '[''\u2019\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g')),
  '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));

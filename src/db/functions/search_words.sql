-- Returns the distinct words of a normalized text, each cut to 100 characters, and their English stems when `dictionary` is
-- 'english'. The words themselves stay, because a half-typed word has no stem yet. Called by index_products.
create or replace function search_words(words text, dictionary text) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(distinct lexeme), '{}')
  from unnest(string_to_array(words, ' ')) word
  cross join lateral (
    select left(word, 100) union all
    select unnest(ts_lexize('english_stem', left(word, 100))) where dictionary = 'english'
  ) as lexemes (lexeme)
  where lexeme <> ''
);

-- Returns each word with its spelling corrected: the word itself where search_vocabulary has it, else the most similar
-- known word, or null when none is similar. Words of one or two letters and words with a digit stay as they are.
-- Called by correctSearch (shop/catalogue) when a search finds nothing.
create or replace function search_corrected(words text[]) returns text[] language sql stable strict parallel safe
return array(
  select case when length(word) < 3 or word ~ '[0-9]' then word else (
    select known.word from search_vocabulary known where known.word % left(given.word, 40)
    order by similarity(known.word, left(given.word, 40)) desc, known.word limit 1
  ) end
  from unnest(words) with ordinality as given (word, place) order by place
);

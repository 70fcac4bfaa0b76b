-- Returns the first `most` distinct words of a normalized text that are not in `known`, in the order of the text: as English
-- stems without stop words when `dictionary` is 'english', else as they are. Leaves out numbers, single letters and words of
-- more than 40 letters. Called by index_products for descriptions, of which only so much fits into memory.
create or replace function search_stems(words text, dictionary text, known text[], most integer) returns text[]
language sql immutable strict parallel safe
return (
  select coalesce(array_agg(stem order by place), '{}') from (
    select stem, min(place) as place from (
      -- Each word once: stemming costs most.
      select word, min(place) as place from unnest(string_to_array(words, ' ')) with ordinality as given (word, place)
      group by word
    ) distinct_words
    cross join lateral (
      select case when dictionary = 'english' then (ts_lexize('english_stem', word))[1] else word end
    ) as reduced (stem)
    where length(word) between 2 and 40 and word !~ '^[0-9]+$' and stem <> all (known)
    group by stem order by place limit most
  ) first_stems
);

-- Returns up to 20 words of search_vocabulary that resemble a word, most similar first. Trigrams say little about words of up
-- to eight letters: for those also words with the same first letter and nearly the same length are returned.
-- Called by correctSearch (shop/catalogue), which compares the letters.
create or replace function search_similar_words(typed text) returns text[] language sql stable strict parallel safe
return array(
  select known.word from search_vocabulary known
  where known.word % left(typed, 40)
    or (length(typed) <= 8 and known.word like left(typed, 1) || '%' and abs(length(known.word) - length(typed)) <= 1)
  order by similarity(known.word, left(typed, 40)) desc, known.word limit 20
);

-- Brings article_search up to date for these pages and articles. Rules: they are found by their titles and topics, by their
-- excerpts, and by the first 600 further words of their texts without shortcodes. Notes them for the job relate-articles. Called by indexArticles
-- (shop/content).
create or replace function index_articles(ids bigint[]) returns void language sql begin atomic
  insert into changed_texts (article_id) select unnest(ids);
  with dictionary (name) as materialized (select search_dictionary()), texts as materialized (
    select a.id, search_text(a.title) as name, search_words(concat_ws(' ', search_text(a.title), (
        select search_text(string_agg(t.name, ' ')) from article_topics at join topics t on t.id = at.topic_id
        where at.article_id = a.id)), dictionary.name) as words,
      search_words(search_text(a.excerpt), dictionary.name) as short_words,
      search_text(article_text(a.body)) as body
    from articles a, dictionary where a.id = any(ids)
  )
  insert into article_search (article_id, name, words, short_words, long_words)
  select id, ' ' || texts.name, array_to_string(words, ' '),
    coalesce((select string_agg(word, ' ') from unnest(short_words) word where word <> all (words)), ''),
    array_to_string(search_stems(body, dictionary.name, words || short_words, 600), ' ')
  from texts, dictionary
  on conflict (article_id) do update set name = excluded.name, words = excluded.words,
    short_words = excluded.short_words, long_words = excluded.long_words;
end;

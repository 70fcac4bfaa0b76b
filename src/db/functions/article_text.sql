-- Returns the text of an article's HTML without tags, entities and shortcodes, for searching: of its first 100,000 characters.
-- Text in brackets is a shortcode if it has attributes or closes one. Called by index_articles and the job relate-articles.
create or replace function article_text(body text) returns text language sql immutable strict parallel safe
return regexp_replace(left(body, 100000), '<[^>]*>|&#?\w+;|\[[a-z][\w-]*\s[^][<>]*=[^][<>]*\]|\[/[a-z][\w-]*\]', ' ', 'g');

-- Who uploaded a picture, and the article or page that it was uploaded for.
alter table media
  add column uploaded_by bigint references users on delete set null,
  add column article_id bigint references articles on delete set null;
create index media_uploaded_by on media (uploaded_by) where uploaded_by is not null;
create index media_article on media (article_id) where article_id is not null;
-- "articleId" is among the texts of an upload.
alter table media_uploads add column uploaded_by bigint references users on delete set null;

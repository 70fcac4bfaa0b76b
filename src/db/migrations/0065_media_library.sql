alter table media
  add column description text not null default '',
  -- When it was added to the library itself: then it stays when nothing shows it.
  add column uploaded_at timestamptz,
  -- When its texts were changed last; null: not since they were added.
  add column changed_at timestamptz;

create trigger media_changed_audited after update of title, alt, caption, description on media
  for each row when ((old.title, old.alt, old.caption, old.description)
    is distinct from (new.title, new.alt, new.caption, new.description))
  execute function audit_row('media', 'id', 'title', 'alt', 'caption', 'description');
create trigger media_removed_audited after delete on media
  for each row execute function audit_row('media', 'id', 'file', 'title');

-- Uploads that arrived whole and could not be made into pictures, because the storage or the machine failed. Each becomes a
-- row of media with its id, or is deleted after two days.
create table media_uploads (
  id bigint primary key default nextval('content_ids'),
  -- Key in the storage of attachments.
  key text not null unique,
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  -- Of the sent file.
  name text not null,
  -- {"title", "alt", "caption", "description"}, each optional.
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  created_at timestamptz not null
);
create index media_uploads_created on media_uploads (created_at);

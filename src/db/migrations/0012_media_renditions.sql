-- Renditions are read with their picture on every page and written once, all together: one value beside it instead of
-- rows gathered again for each reader. Ordered by format, then width.
alter table media add column renditions json not null default '[]' check (json_typeof(renditions) = 'array');

update media m set renditions = made.renditions
from (
  select media_id, json_agg(json_build_object('format', format, 'width', width, 'height', height, 'file', file)
    order by format, width) as renditions
  from media_renditions group by media_id
) made
where made.media_id = m.id;

drop table media_renditions;

-- What a choice shown as swatches shows of a value: a colour, or a picture from the shop's media.
alter table attribute_values
  add column colour text check (colour ~ '^#[0-9a-f]{6}$'),
  add column media_id bigint references media on delete set null,
  add constraint attribute_values_one_swatch check (colour is null or media_id is null);

-- The setting choice_buttons had the swatches before: [{"attribute": "pa_…", "swatches": {"slug": "#rrggbb" or "/media/…"}}].
with swatch as (
  select a.id as attribute_id, s.slug, s.shown
  from settings
  cross join jsonb_array_elements(value) as entry
  cross join jsonb_each_text(entry -> 'swatches') as s (slug, shown)
  join attributes a on 'pa_' || a.slug = entry ->> 'attribute'
  where key = 'choice_buttons' and entry ? 'swatches'),
shown as (
  select s.attribute_id, s.slug,
    case when s.shown ~ '^#' then lower(s.shown) end as colour,
    (select m.id from media m where s.shown in
      (select '/media/' || m.file union all select '/media/' || (r ->> 'file') from json_array_elements(m.renditions) r)
      order by m.id limit 1) as media_id
  from swatch s)
update attribute_values v set colour = shown.colour, media_id = shown.media_id
from shown where v.attribute_id = shown.attribute_id and v.slug = shown.slug;

update settings set value = (
  select coalesce(jsonb_agg(
    (entry - 'swatches') || jsonb_build_object('as', case when entry ? 'swatches' then 'swatches' else 'pills' end)
    order by place), '[]')
  from jsonb_array_elements(value) with ordinality as e (entry, place))
where key = 'choice_buttons';

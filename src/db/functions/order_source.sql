-- Returns the fields by which reports group orders, and `refused` if the buyer allowed no record. Results are stored in order_sums: to
-- change them, add a function with another name and a migration that refills order_sums.
create or replace function order_source(attribution jsonb, consent jsonb) returns jsonb immutable parallel safe language sql as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'origin', attribution -> 'origin', 'sourceType', attribution -> 'sourceType', 'utmSource', attribution -> 'utmSource',
    'utmCampaign', attribution -> 'utmCampaign', 'deviceType', attribution -> 'deviceType',
    'refused', case when attribution is null and (consent -> 'attribution' = 'false'
      -- Orders of earlier versions have only the answer to the shop's own question.
      or consent #> '{privacy,marketing}' = 'false') then true end));
$$;

-- The queue's own `add_job` tells the workers by NOTIFY within the transaction, and PostgreSQL lets one transaction that
-- notifies commit at a time: orders waited for each other's disk. This adds a job and tells nobody; who adds it tells after
-- the commit (decision 0015). The first job of a kind goes the queue's own way, which makes the kind known.
create function add_job_quietly(for_task text, with_payload json) returns bigint language plpgsql as $$
declare
  job bigint;
begin
  insert into graphile_worker._private_jobs (task_id, payload)
  select t.id, with_payload from graphile_worker._private_tasks t where t.identifier = for_task
  returning id into job;
  return coalesce(job, (graphile_worker.add_job(for_task, payload => with_payload)).id);
end
$$;

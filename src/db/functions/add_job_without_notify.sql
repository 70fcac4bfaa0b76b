-- Adds a job without NOTIFY and returns its id. PostgreSQL lets only one notifying transaction commit at a time, so orders
-- would wait for each other's disk writes (docs/decisions/0015-orders.md). The caller notifies after the commit. The first job
-- of a task goes through the queue's own add_job, which registers the task. Called by addingJob (db/add-job.ts).
create or replace function add_job_without_notify(for_task text, with_payload json) returns bigint language plpgsql as $$
declare
  job bigint;
begin
  insert into graphile_worker._private_jobs (task_id, payload)
  select t.id, with_payload from graphile_worker._private_tasks t where t.identifier = for_task
  returning id into job;
  return coalesce(job, (graphile_worker.add_job(for_task, payload => with_payload)).id);
end
$$;

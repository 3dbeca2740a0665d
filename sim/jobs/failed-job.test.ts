import { expect, test } from 'vitest'
import { finished, type Steps } from '../lib/steps.ts'
import type { Calls } from '../testing/calls.ts'
import { uploading } from '../testing/multipart.ts'
import { perTest } from '../testing/per-test.ts'
import type { Job } from '../time/schedule.ts'
import { Background } from './background.ts'
import { type JobKind, work } from './index.ts'

const here = perTest()

/** Ends on every job of a kind with an error, and goes on for a while. */
function runBroken(kind: JobKind, hours = 0.5): readonly unknown[] {
  const moment = here.sim.snapshot()
  const told: unknown[] = []
  const host = {
    world: () => moment.world,
    ask: () => undefined,
    broke: (error: unknown) => told.push(error),
    inTurn: (begin: () => Steps<void>) => finished(begin()),
  }
  const broken = () => {
    throw new Error(`a ${kind} job breaks`)
  }
  const until = here.sim.clock.now() + hours * 3_600_000
  finished(new Background(host, { ...work, [kind]: broken }).runUntil(until))
  here.sim.restore(moment)
  return told
}

function insert(kind: JobKind, args: Job['args'] = {}): void {
  const moment = here.sim.snapshot()
  const due = here.sim.clock.now()
  moment.world.jobs.insert({ id: 1_000_000, kind, args, due })
  here.sim.restore(moment)
}

function runningJob() {
  const moment = here.sim.snapshot()
  const [pipeline] = moment.world.pipelines.by('byProject', 1).list()
  const [job] = moment.world.ciJobs.by('byPipeline', pipeline?.id ?? 0).list()
  if (pipeline === undefined || job === undefined) throw new Error('there is no job in project 1')
  moment.world.pipelines.put({ ...pipeline, status: 'running', finishedAt: null })
  moment.world.ciJobs.put({ ...job, status: 'pending', finishedAt: null })
  here.sim.restore(moment)
  return { pipelineId: pipeline.id, jobId: job.id }
}

const migration = {
  configuration: { url: 'http://127.0.0.1:8080', access_token: 'root-token' },
  entities: [
    {
      source_type: 'group_entity',
      source_full_path: 'acme',
      destination_slug: 'moved',
      destination_namespace: '',
    },
  ],
}
const extgit = { personal_access_token: 'remote-token', repo_id: 1, target_namespace: 'acme' }
const archive = uploading(
  { path: 'moved', name: 'Moved' },
  { field: 'file', name: 'a.gz', bytes: new Uint8Array() },
)
const imported = (calls: Calls, id: number) => calls.get(`/projects/${id}/import`).json

/** For each kind of job: something that takes such a job, and what is read of it once that has failed. */
const ends: { readonly [kind in JobKind]: ((root: Calls) => () => unknown) | 'again' } = {
  'bulk-import': (root) => {
    const { id } = root.post('/bulk_imports', migration).json
    return () => [root.get(`/bulk_imports/${id}`).json.status, 'failed']
  },
  'bulk-import-entity': (root) => {
    const { id } = root.post('/bulk_imports', migration).json
    return () => {
      const [entity] = root.get(`/bulk_imports/${id}/entities`).json
      expect(entity.failures).toHaveLength(1)
      return [[entity.status, root.get(`/bulk_imports/${id}`).json.status].join(), 'failed,failed']
    }
  },
  'bulk-import-timeout': 'again',
  bridge: (root) => {
    const { jobId, pipelineId } = runningJob()
    insert('bridge', { jobId })
    return () => [
      `${root.get(`/projects/1/jobs/${jobId}`).json.status} ${root.get(`/projects/1/pipelines/${pipelineId}`).json.status}`,
      'failed failed',
    ]
  },
  'delayed-job': (root) => {
    const { jobId } = runningJob()
    insert('delayed-job', { jobId })
    return () => [root.get(`/projects/1/jobs/${jobId}`).json.status, 'failed']
  },
  'delayed-deletion': 'again',
  'diff-positions': 'again',
  'export-expiry': 'again',
  'external-import': (root) => {
    const { id } = root.post('/import/extgit', extgit).json
    return () => [imported(root, id).import_status, 'failed']
  },
  fork: (root) => {
    const { id } = root.post('/projects/1/fork', {}).json
    return () => [root.get(`/projects/${id}`).json.import_status, 'failed']
  },
  'gists-import': (root) => {
    root.put('/features/github_import_gists', {})
    insert('gists-import', { userId: 1 })
    const moment = here.sim.snapshot()
    moment.world.gistImports.insert({ id: 1, accessToken: 'remote-token' })
    here.sim.restore(moment)
    return () => [here.sim.world.gistImports.get(1), undefined]
  },
  'git-import': (root) => {
    const import_url = 'http://bob:bob-token@127.0.0.1:8080/acme/webapp.git'
    const { id } = root.post('/projects', { name: 'Imported', import_url }).json
    return () => [root.get(`/projects/${id}`).json.import_status, 'failed']
  },
  'group-export': (root) => {
    const { status } = root.post('/groups/1/export', {})
    expect(status).toBe(202)
    return () => [root.get('/groups/1/export/download').status, 404]
  },
  'group-import': (root) => {
    expect(root.send('POST', '/groups/import', archive).status).toBe(202)
    return () => [here.sim.world.groupImports.size, 0]
  },
  'hook-delivery': 'again',
  'import-timeout': (root) => {
    const { id } = root.post('/import/extgit', extgit).json
    insert('import-timeout', { projectId: id })
    return () => [imported(root, id).import_status, 'failed']
  },
  'git-housekeeping': 'again',
  'package-cleanup': 'again',
  pipeline: (root) => {
    const { pipelineId } = runningJob()
    insert('pipeline', { pipelineId, status: 'success' })
    return () => [root.get(`/projects/1/pipelines/${pipelineId}`).json.status, 'failed']
  },
  'pipeline-schedule': (root) => {
    const plan = { description: 'Often', ref: 'main', cron: '*/5 * * * *', active: true }
    const made = root.post('/projects/1/pipeline_schedules', plan).json
    return () => {
      const next = root.get(`/projects/1/pipeline_schedules/${made.id}`).json.next_run_at
      return [next > made.next_run_at, true]
    }
  },
  'project-export': (root) => {
    root.post('/projects/1/export', {})
    return () => [root.get('/projects/1/export').json.export_status, 'none']
  },
  'project-import': (root) => {
    const { id } = root.send('POST', '/projects/import', archive).json
    return () => {
      expect(imported(root, id).import_error).toContain('Import failed unexpectedly')
      return [imported(root, id).import_status, 'failed']
    }
  },
  'pull-mirror': (root) => {
    const mirrored = { url: 'https://example.com/a.git', enabled: true, only_protected_branches: false }
    expect(root.put('/projects/1/mirror/pull', mirrored).status).toBe(200)
    root.post('/projects/1/mirror/pull', {})
    return () => [root.get('/projects/1/mirror/pull').json.update_status, 'failed']
  },
  rebase: (root) => {
    const [{ iid }] = root.get('/projects/1/merge_requests?state=opened').json
    const one = `/projects/1/merge_requests/${iid}`
    expect(root.put(`${one}/rebase`, {}).status).toBe(202)
    return () => {
      const { rebase_in_progress, merge_error } = root.get(`${one}?include_rebase_in_progress=true`).json
      return [
        [rebase_in_progress, merge_error],
        [false, 'Rebase failed unexpectedly'],
      ]
    }
  },
  'relation-export': (root) => {
    root.post('/projects/1/export_relations', {})
    return () => [root.get('/projects/1/export_relations/status').json[0].status, -1]
  },
  'remote-mirror': (root) => {
    const { id } = root.post('/projects/1/remote_mirrors', {
      url: 'https://example.com/a.git',
      enabled: true,
    }).json
    insert('remote-mirror', { mirrorId: id, step: 'start' })
    return () => [root.get(`/projects/1/remote_mirrors/${id}`).json.update_status, 'failed']
  },
  'settings-cache': 'again',
  'vulnerability-export': (root) => {
    const { id } = root.post('/security/projects/1/vulnerability_exports', {}).json
    return () => [root.get(`/security/vulnerability_exports/${id}`).json.status, 'failed']
  },
}

test.each(Object.keys(work) as JobKind[])('a %s job that breaks ends what it is about as failed', (kind) => {
  const arrange = ends[kind]
  if (arrange === 'again') {
    insert(kind)
    expect(runBroken(kind)).toHaveLength(1)
    expect(here.sim.world.jobs.by('byKind', kind).list().length).toBeGreaterThan(0)
  } else {
    const read = arrange(here.as('root'))
    expect(runBroken(kind).length).toBeGreaterThan(0)
    const [found, expected] = read() as [unknown, unknown]
    expect(found).toEqual(expected)
  }
})

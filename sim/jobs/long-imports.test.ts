import { describe, expect, test } from 'vitest'
import { makeTree, memoryObjects } from '../git/objects.ts'
import { encodePack } from '../git/pack/pack.ts'
import { FLUSH, pktLine } from '../git/pack/pkt-line.ts'
import { createSimulator, type Simulator } from '../index.ts'
import { concatAll, utf8 } from '../lib/bytes.ts'
import type { CallOut } from '../lib/outbound.ts'
import { finished, type Steps } from '../lib/steps.ts'
import { neverUpdated } from '../model/remote-mirrors/remote-mirror.ts'
import { packOfFiles } from '../smart-http/testing/packs.ts'
import { callsOf, testSimulator } from '../testing/calls.ts'
import { countedSteps } from '../testing/counted-steps.ts'
import { stepExternalImport } from './external-import.ts'
import { stepGitImport } from './git-import.ts'
import { stepPullMirror, stepRemoteMirror } from './remote-mirror.ts'

const base = testSimulator()
const ADDRESS = 'http://127.0.0.1:9/elsewhere.git'

interface Remote {
  readonly refs: readonly { readonly name: string; readonly id: string }[]
  readonly pack: Uint8Array
}

/** A host that has one repository, and takes every push. */
function hostOf({ refs, pack }: Remote): CallOut {
  const advertised = concatAll([...refs.map(({ name, id }) => pktLine(`${id} ${name}\n`)), FLUSH])
  return ({ method, url }) => {
    const body = method === 'GET' ? advertised : url.endsWith('-receive-pack') ? FLUSH : pack
    return { reached: true, status: 200, headers: {}, body }
  }
}

function importing(sim: Simulator, remote: Remote) {
  const { id } = callsOf(sim, 'bob').post('/projects', { name: 'imported' }).json
  sim.world.projects.update(id, { importUrl: ADDRESS, importStatus: 'started' })
  const work = stepGitImport(sim.world, { projectId: id, step: 'fetch' }, 0, hostOf(remote))
  return { id, work, project: () => sim.world.projects.require(id) }
}

const many = packOfFiles(1500)
const main = (id: string) => ({ name: 'refs/heads/main', id })
const elsewhere: Remote = { pack: many.pack, refs: [main(many.tip)] }

describe('lets others be served in between', () => {
  test('an import of a large repository', () => {
    const { work, project } = importing(base.fork(), elsewhere)
    expect(countedSteps(work).steps).toBeGreaterThan(4)
    expect(project()).toMatchObject({ importStatus: 'finished', defaultBranch: 'main' })
  })

  test('an update from a large repository, and one of another with what came', () => {
    const sim = base.fork()
    const { id } = callsOf(sim, 'bob').post('/projects', { name: 'mirror' }).json
    const mirror = { ...neverUpdated, url: ADDRESS, enabled: true, onlyProtected: false }
    sim.world.pullMirrors.put({ ...mirror, id, overwritesDivergent: true })
    const authMethod = 'password'
    sim.world.remoteMirrors.put({ ...mirror, id: 1, projectId: id, keepsDivergent: false, authMethod })
    const steps = (work: Steps<void>) => countedSteps(work).steps
    const pulled = steps(stepPullMirror(sim.world, { projectId: id, step: 'pull' }, 0, hostOf(elsewhere)))
    expect(sim.world.pullMirrors.get(id)).toMatchObject({ status: 'finished', error: null })
    const empty = hostOf({ pack: new Uint8Array(), refs: [] })
    const pushed = steps(stepRemoteMirror(sim.world, { mirrorId: 1, step: 'push' }, 0, empty))
    expect(sim.world.remoteMirrors.get(1)).toMatchObject({ status: 'finished', error: null })
    expect(Math.min(pulled, pushed)).toBeGreaterThan(3)
  })

  test('an import from a described host', () => {
    const taken = (count: number) => {
      const issues = Array.from({ length: count }, (_, i) => ({ title: `Issue ${i}`, author: 'ann' }))
      const repository = { host: 'extgit' as const, id: 1, project: { path: 'ann/repo', issues } }
      const sim = createSimulator({
        world: {
          version: 1,
          users: [{ username: 'root', admin: true }],
          tokens: [{ value: 'root-token', user: 'root' }],
          external: { people: [{ username: 'ann' }], repositories: [repository] },
        },
      })
      const wish = { personal_access_token: 'remote-token', repo_id: 1, target_namespace: 'root' }
      const { id } = callsOf(sim, 'root').post('/import/extgit', wish).json
      const step = (step: string) =>
        countedSteps(stepExternalImport(sim.world, { projectId: id, step }, 0, never)).steps
      step('start')
      const steps = step('fetch')
      expect(sim.world.projectImports.get(id)?.source?.kind).toBe('file')
      return steps
    }
    expect(taken(2000)).toBeGreaterThan(taken(50) + 3)
  })
})

const never: CallOut = () => {
  throw new Error('a described host is not called')
}

describe('a repository elsewhere', () => {
  test('that does not send all objects of a branch is not imported', () => {
    const objects = memoryObjects()
    const tree = makeTree([
      { mode: '100644', name: 'a', id: objects.put({ type: 'blob', bytes: utf8('a') }) },
    ])
    const pack = encodePack(objects, [objects.put(tree)])
    const { work, project } = importing(base.fork(), { pack, refs: [main(objects.put(tree))] })
    finished(work)
    expect(project().importStatus).toBe('failed')
    expect(project().importError).toMatch(/ - the remote did not send all objects of \[FILTERED\]$/)
  })

  test('brings no branch that is none', () => {
    const sim = base.fork()
    const { tip, pack, ids } = packOfFiles(2)
    const blob = ids[0] as string
    const odd = ['refs/heads/a..b', 'refs/heads/-x', `refs/heads/${tip}`, 'refs/heads/main/below']
    const refs = [main(tip), { name: 'refs/heads/blob', id: blob }, ...odd.map((name) => ({ name, id: tip }))]
    const { id, work } = importing(sim, { pack, refs })
    finished(work)
    const branches = callsOf(sim, 'bob').get(`/projects/${id}/repository/branches`).json
    expect(branches.map(({ name }: { name: string }) => name)).toEqual(['main'])
  })
})

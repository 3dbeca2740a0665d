import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import { filled } from '../kit/client.ts'
import { answers, equals } from '../kit/expect.ts'
import { encodeQuery } from '../kit/query.ts'
import { noRoute, projectMissingTo } from '../oracle/texts.ts'
import type { Stage } from '../run/stage.ts'
import { placeable, reads, sampleCall, sampleParams } from './sample.ts'

const needs = { furnished: true } as const

function named(operation: ContractOperation): boolean {
  return placeable(operation) && reads(operation) && operation.subjects[0]?.name === 'project'
}

/** Spellings of the project's place in the path that mean the same. */
const spellings: { readonly [name: string]: (path: string) => string } = {
  '%2F': (path) => path.replaceAll('/', '%2F'),
  '%2f': (path) => path.replaceAll('/', '%2f'),
  'upper case': (path) => path.toUpperCase().replaceAll('/', '%2F'),
}

export const projectPaths = law<string>({
  name: 'project-paths',
  says: 'a project is addressed by its id or by its URL-encoded path, in either case of letters and of `%2F`',
  source: 'conventions#project-and-group-ids, conventions#encoded-paths',
  compares: true,
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: named,
  each: () => Object.keys(spellings),
  holds: async (stage, operation, spelling) => {
    const usual = await sampleCall(stage, operation)
    const reply = await spelled(stage, operation, (spellings[spelling] ?? String)(stage.project.path))
    answers(reply, usual.status)
    equals('the body', reply.json, usual.json, reply)
  },
})

export const unencodedPath = law({
  name: 'unencoded-path',
  says: 'an unencoded project path matches no route: 404',
  source: 'conventions#encoded-paths',
  level: 'must',
  needs,
  readOnly: true,
  // `/projects/group/name` alone reads as a route below a project named `group`, so only longer paths tell.
  appliesTo: (operation) => named(operation) && operation.path !== '/projects/:id',
  holds: async (stage, operation) => {
    const reply = await spelled(stage, operation, stage.project.path)
    answers(reply, noRoute.status, noRoute.body)
  },
})

export const nameAlone = law({
  name: 'path-without-namespace',
  says: 'the path of a project without its namespace answers 404',
  source: 'conventions#project-and-group-ids',
  level: 'must',
  needs,
  readOnly: true,
  appliesTo: named,
  holds: async (stage, operation) => {
    const name = stage.project.path.split('/').at(-1) ?? ''
    // A name of digits alone would be read as an id.
    const reply = await spelled(stage, operation, /^\d+$/.test(name) ? 'project' : name)
    const { status, body } = projectMissingTo(operation.id)
    answers(reply, status, body)
  },
})

export const slashes = law<string>({
  name: 'slashes',
  says: 'a trailing slash, a doubled slash and `.json` after a literal segment change nothing',
  source: 'conventions#slashes-and-suffixes, conventions#root',
  level: 'must',
  compares: true,
  needs,
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && reads(operation) && /\/[a-z_]+$/.test(operation.path),
  each: () => ['trailing', 'doubled', '.json'],
  holds: async (stage, operation, change) => {
    const usual = await sampleCall(stage, operation)
    const { path, query } = urlOf(stage, operation)
    const changed =
      change === 'trailing'
        ? `${path}/`
        : change === '.json'
          ? `${path}.json`
          : path.replace(/\/([^/]*)$/, '//$1')
    const reply = await stage.send('GET', `${changed}${query}`)
    answers(reply, usual.status)
    equals('the body', reply.json, usual.json, reply)
  },
})

async function spelled(stage: Stage, operation: ContractOperation, project: string) {
  const { path, query } = urlOf(stage, operation)
  return stage.send('GET', `${path.replace(/^\/projects\/[^/]*/, `/projects/${project}`)}${query}`)
}

function urlOf(
  stage: Stage,
  operation: ContractOperation,
): { readonly path: string; readonly query: string } {
  const { path, rest } = filled(operation.id, sampleParams(stage, operation))
  const query = encodeQuery(rest)
  return { path, query: query === '' ? '' : `?${query}` }
}

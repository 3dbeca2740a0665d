// Which file of the package a module goes into. Few files are opened sooner than many, and what is loaded only with
// something else needs none of its own.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** What is loaded before a simulator is. */
const STARTS = ['sim/cli/serve', 'sim/cli/exec', 'sim/cli/client-environment']

/**
 * A file has what its roots import at once, and nothing that a file before it has; so each imports only those before
 * it. Modules that several pages of Node and browsers share come first, commands that are seldom run come last.
 */
const FILES = [
  // What loads all others on older Nodes.
  { name: 'kept-code', roots: ['sim/cli/start/kept-code'] },
  // What the command line needs before it knows the command, and browsers too: Node's own modules are not among it.
  { name: 'basics', roots: ['sim/cli/begin', ...STARTS], sharedWith: 'simulator' },
  { name: 'archives', roots: ['sim/cli/docs/docs'], sharedWith: 'simulator' },
  { name: 'worlds', roots: ['fixtures/index'] },
  // A command is begun before there is a simulator.
  { name: 'listener', roots: ['sim/adapters/node'] },
  { name: 'simulator', roots: ['sim/index', 'sim/adapters/msw'] },
  { name: 'command-line', roots: ['sim/cli/begin'] },
  { name: 'docs', roots: ['sim/cli/docs/docs'] },
  { name: 'start', roots: STARTS },
  // What a run of a command is reported with, and the suite, too: reports of runs do not wait for the suite.
  { name: 'reports', roots: ['sim/cli/hygiene/junit'] },
  // A test with a simulator of its own needs no suite.
  { name: 'testing', roots: ['conformance/vitest', 'fixtures/fast-check'] },
  { name: 'suite', roots: ['conformance/index'] },
  {
    name: 'suite-commands',
    roots: [
      'cli',
      'twin/cli',
      'judge/cli',
      'judge/judging',
      'judge/text',
      'judge/json',
      'client-contract/index',
    ].map((name) => `conformance/${name}`),
  },
]

/**
 * Tells the file of each module by its id, or undefined for those that only single calls load: they stay by themselves.
 * `entries` are files of their own, which others must not import: the first module of a program may have another name
 * the second time, and would run again.
 */
export function filesOf(folder, entries) {
  const idOf = (name) => resolve(folder, `${name}.js`)
  const commands = readdirSync(resolve(folder, 'sim/cli'), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => `sim/cli/${name.replace(/\.js$/, '')}`)
  let places
  return (id, modules) => {
    places ??= laidOut(modules)
    return places.get(id)
  }

  function laidOut(modules) {
    const reached = (roots) => closure(roots.map(idOf), (id) => modules.getModuleInfo(id)?.importedIds ?? [])
    const found = new Map()
    for (const { name, roots, sharedWith } of [...FILES, { name: 'commands', roots: commands }]) {
      const others = FILES.find((file) => file.name === sharedWith)
      const shared = others === undefined ? undefined : reached(others.roots)
      for (const id of reached(roots)) {
        if (found.has(id) || shared?.has(id) === false) continue
        found.set(id, name)
      }
    }
    for (const name of entries) found.delete(idOf(name))
    return found
  }
}

function closure(roots, importsOf) {
  const found = new Set(roots)
  for (const id of found) for (const next of importsOf(id)) found.add(next)
  return found
}

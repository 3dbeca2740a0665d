import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'rolldown'
import { PREPARED_WORLD } from '../../sim/adapters/prepared-world.ts'
import { PAGES } from '../../sim/cli/docs/pages.ts'
import { inRoot } from '../root.ts'
import { copyOfNode, nodePackage } from './base.ts'
import { say } from './say.ts'

/** Writes the executable, and `LICENSES.txt` beside it: those of the package, of what it bundles, and of Node. */
export async function buildExecutable(output: string): Promise<void> {
  const node = nodePackage()
  const work = mkdtempSync(join(tmpdir(), 'forgery-executable-'))
  try {
    await joinModules(join(work, 'main.cjs'))
    copyOfNode(join(node, 'bin', 'node'), join(work, 'node'))
    writeFileSync(join(work, 'settings.json'), JSON.stringify(settings(work, output)))
    mkdirSync(dirname(output), { recursive: true })
    execFileSync(join(node, 'bin', 'node'), ['--build-sea', join(work, 'settings.json')], {
      stdio: ['ignore', 'ignore', 2],
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  const licences = [inRoot('LICENSE'), inRoot('dist', 'LICENSES.txt'), join(node, 'LICENSE')]
  writeFileSync(
    join(dirname(output), 'LICENSES.txt'),
    licences.map((file) => readFileSync(file, 'utf8').trim()).join('\n\n'),
  )
  say(`built ${output}: ${Math.round(statSync(output).size / 1e6)} MB`)
}

// What is loaded later stays so: a module runs when it is first asked for.
async function joinModules(file: string): Promise<void> {
  await build({
    input: inRoot('dist', 'sim', 'cli', 'main.js'),
    platform: 'node',
    external: [/^node:/],
    logLevel: 'warn',
    output: { file, format: 'cjs', codeSplitting: false, minify: { mangle: false, compress: false } },
  })
}

function settings(work: string, output: string): object {
  const page = readdirSync(inRoot('dist', 'inspector')).map((name) => `inspector/${name}`)
  return {
    main: join(work, 'main.cjs'),
    mainFormat: 'commonjs',
    executable: join(work, 'node'),
    output,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    // Options of Node are none of its options.
    execArgvExtension: 'none',
    assets: Object.fromEntries([PREPARED_WORLD, PAGES, ...page].map((path) => [path, inRoot('dist', path)])),
  }
}

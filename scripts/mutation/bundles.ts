import { rolldown } from 'rolldown'
import { inRoot } from '../root.ts'

/** Two scripts that may be evaluated again and again, each the body of a CommonJS module. */
export interface Bundles {
  /** `createSimulator` and all of `sim/contract.ts`, with changes behind switches. */
  readonly simulator: string
  /** The suite as it is; it requires the simulator's module by this name. */
  readonly suite: string
}

export const simulatorModule = 'forgery:simulator'

/** `contents` replaces files by their absolute paths. */
export async function bundled(contents: { readonly [path: string]: string }): Promise<Bundles> {
  const simulator = await joined(
    [
      `export { createSimulator } from ${path('sim', 'index.ts')}`,
      `export * from ${path('sim', 'contract.ts')}`,
    ],
    (id) => contents[id],
  )
  const suite = await joined(
    [
      `export { noShrink } from 'fast-check'`,
      `export { operationOf } from ${path('conformance', 'mutants', 'systematic', 'calls.ts')}`,
      `export { suite } from ${path('conformance', 'suite.ts')}`,
      `export { wholePlan, unfit } from ${path('conformance', 'run', 'plan.ts')}`,
      `export { createSession } from ${path('conformance', 'run', 'runner.ts')}`,
      `export { simulatorTarget } from ${path('conformance', 'targets', 'simulator.ts')}`,
    ],
    (id) =>
      /[\\/]sim[\\/](?:index|contract)\.ts$/.test(id)
        ? `module.exports = require('${simulatorModule}')`
        : undefined,
  )
  return { simulator, suite }
}

/**
 * The simulator with switches for these changes alone, so that it is nearly as quick as without any: `isChanged(number)`
 * is asked for each of them, and nothing is counted.
 */
export function withSwitches(simulator: string, ids: ReadonlySet<string>): string {
  return simulator
    .replaceAll(/\bstryCov_9fa48[$\w]*\((?:"\d+"(?:, )?)+\)/g, '0')
    .replaceAll(/\bstryMutAct_9fa48[$\w]*\("(\d+)"\)/g, (_, id: string) =>
      ids.has(id) ? `isChanged(${id})` : 'false',
    )
}

function path(...names: readonly string[]): string {
  return JSON.stringify(inRoot(...names))
}

async function joined(
  entry: readonly string[],
  replaced: (id: string) => string | undefined,
): Promise<string> {
  const build = await rolldown({
    input: 'entry',
    platform: 'node',
    logLevel: 'silent',
    external: [/^node:/, simulatorModule],
    plugins: [
      {
        name: 'replaced',
        resolveId: (id) => (id === 'entry' ? id : undefined),
        load: (id) => (id === 'entry' ? entry.join('\n') : replaced(id)),
      },
    ],
  })
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false })
  await build.close()
  return output[0].code
}

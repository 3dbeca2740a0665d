import { wrongUse } from './failure.ts'
import type { Io } from './io.ts'
import type { WorldSettings } from './options.ts'

/**
 * Prints the seeded world: its description, which `--world` reads again, or its tables as json-server's `db.json`.
 */
export async function world({ format = 'json', ...settings }: WorldSettings, io: Io): Promise<number> {
  const { from, project, anonymise } = settings
  if (from === undefined) {
    for (const [name, value] of Object.entries({ project, anonymise }))
      if (value !== undefined) throw wrongUse(`--${name} needs --from`)
    io.out(await printed(settings, format))
    return 0
  }
  if (format === 'json-server') throw wrongUse('--from is written as json or yaml, not as json-server')
  const { worldFrom } = await import('./world-from/world-from.ts')
  const { description, left } = await worldFrom(settings)
  io.out(await text(description, format))
  for (const what of left) io.err(`forgery: left out: ${what}\n`)
  return 0
}

type Settings = Omit<WorldSettings, 'format'>

async function printed(settings: Settings, format: NonNullable<WorldSettings['format']>): Promise<string> {
  switch (format) {
    case 'json':
    case 'yaml':
      return text(await description(settings), format)
    case 'json-server':
      return `${JSON.stringify(await tables(settings), null, 2)}\n`
    default:
      return format satisfies never
  }
}

async function text(described: object, format: 'json' | 'yaml'): Promise<string> {
  if (format === 'json') return `${JSON.stringify(described, null, 2)}\n`
  const { dump } = await import('js-yaml')
  return dump(described, { lineWidth: -1, noRefs: true })
}

async function description({ world = [], seed = 1, scale = 1 }: Settings) {
  const { describedBy } = await import('./world-file.ts')
  return describedBy(world, { seed, scale })
}

async function tables(settings: Settings) {
  const [{ prepared }, { plainRow }] = await Promise.all([
    import('./launch.ts'),
    import('../control/row-redaction.ts'),
  ])
  const { world: rows } = await prepared(settings)
  return Object.fromEntries(
    rows.tableNames.map((name) => {
      const all = rows.table(name)?.all().ascending() ?? []
      return [name, [...all].map((row) => plainRow(name, row))]
    }),
  )
}

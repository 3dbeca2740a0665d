import type { Io } from './io.ts'
import type { WorldSettings } from './options.ts'

/**
 * Prints the seeded world: its description, which `--world` reads again, or its tables as json-server's `db.json`.
 */
export async function world({ format = 'json', ...settings }: WorldSettings, io: Io): Promise<number> {
  io.out(await printed(settings, format))
  return 0
}

type Settings = Omit<WorldSettings, 'format'>

async function printed(settings: Settings, format: NonNullable<WorldSettings['format']>): Promise<string> {
  switch (format) {
    case 'json':
      return `${JSON.stringify(await description(settings), null, 2)}\n`
    case 'yaml': {
      const { dump } = await import('js-yaml')
      return dump(await description(settings), { lineWidth: -1, noRefs: true })
    }
    case 'json-server':
      return `${JSON.stringify(await tables(settings), null, 2)}\n`
    default:
      return format satisfies never
  }
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

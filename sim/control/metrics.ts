import type { Controlled } from './controlled.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** One measure in the exposition format of Prometheus. */
interface Measure {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge'
  readonly samples: readonly Sample[]
}

interface Sample {
  readonly labels: { readonly [name: string]: string }
  readonly value: number
}

/** The metrics of a world in the exposition format of Prometheus. */
export function metricsOf(controlled: Controlled): string {
  return `${measures(controlled).map(exposed).join('\n')}\n`
}

function measures(controlled: Controlled): readonly Measure[] {
  const { journal, faults, worlds, world, version, seed } = controlled
  const rows = world.tableNames.map((name) => ({
    labels: { table: name },
    value: world.table(name)?.size ?? 0,
  }))
  return [
    {
      name: 'forgery_info',
      help: 'Version and seed of the simulator.',
      type: 'gauge',
      samples: [{ labels: { version, seed: String(seed) }, value: 1 }],
    },
    {
      name: 'forgery_requests_total',
      help: 'Requests answered since the start or the last reset, by method and status.',
      type: 'counter',
      samples: counted(journal.counts()),
    },
    {
      name: 'forgery_faults_struck_total',
      help: 'How often each rule in force has struck.',
      type: 'counter',
      samples: faults.list().map(({ id, struck }) => ({ labels: { fault: String(id) }, value: struck })),
    },
    { name: 'forgery_rows', help: 'Rows of each table.', type: 'gauge', samples: rows },
    {
      name: 'forgery_worlds',
      help: 'Worlds of the process, the one without a name included.',
      type: 'gauge',
      samples: [{ labels: {}, value: worlds.entries().length }],
    },
    {
      name: 'forgery_clock_seconds',
      help: 'Virtual time in seconds since 1970.',
      type: 'gauge',
      samples: [{ labels: {}, value: controlled.now() / 1000 }],
    },
  ]
}

// Unknown methods share one row, so that invented ones do not add rows.
function counted(counts: ReadonlyMap<string, number>): Sample[] {
  const sums = new Map<string, Sample>()
  for (const [key, count] of counts) {
    const [sent = '', status = ''] = key.split(' ')
    const method = METHODS.includes(sent) ? sent : 'other'
    const name = `${method} ${status}`
    sums.set(name, { labels: { method, status }, value: (sums.get(name)?.value ?? 0) + count })
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sample]) => sample)
}

function exposed({ name, help, type, samples }: Measure): string {
  const lines = samples.map(({ labels, value }) => `${name}${labelled(labels)} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n')
}

function labelled(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
}

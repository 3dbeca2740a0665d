import { contract, type Dialect, dialectOf } from '../../sim/contract.ts'
import { reporterFor } from '../report/index.ts'
import { readText } from '../report/read-text.ts'
import type { Reporter } from '../report/reporter.ts'
import { writeText } from '../report/write-text.ts'
import { openBaseline } from '../run/baseline-file.ts'
import type { Event } from '../run/events.ts'
import { createJudge, type ExitStatus } from '../run/judge.ts'
import { decodeBody } from './decode.ts'
import type { Exchange } from './exchange.ts'
import { type Recording, readHar } from './har.ts'
import { createTrafficJudge, type TrafficJudge } from './judge.ts'
import type { JudgeTrafficOptions } from './options.ts'
import { baseOf, createPlacing } from './place.ts'
import { type JudgingProxy, serveProxy } from './proxy.ts'

interface Told extends JudgeTrafficOptions {
  readonly complain: (text: string) => void
}

/** Judges HAR files. */
export async function judgeRecorded(options: Told): Promise<ExitStatus> {
  const { files = [] } = options
  const recordings: Recording[] = []
  for (const file of files) {
    const { exchanges, left } = readHar(file, await readText(file), decodeBody)
    const named =
      files.length === 1 ? exchanges : exchanges.map((one) => ({ ...one, name: `${file}, ${one.name}` }))
    recordings.push({ exchanges: named, left })
  }
  const exchanges = recordings.flatMap((one) => one.exchanges)
  const base = options.url === undefined ? mostCalled(exchanges, files) : rootOf(options.url)
  const judge = createTrafficJudge({ base, dialect: heldTo(options) })
  const report = await openReport(judge, options, recordings)
  for (const exchange of exchanges) await report.tell(judge.hear(exchange))
  return await report.close()
}

function rootOf(url: string): string {
  return baseOf(url) ?? url.replace(/[?#].*$/, '').replace(/\/+$/, '')
}

/** The base URL below which the most operations are called: a recording has calls of many hosts. */
function mostCalled(exchanges: readonly Exchange[], files: readonly string[]): string {
  const placing = createPlacing(contract())
  const counts = new Map<string, number>()
  for (const exchange of exchanges) {
    const base = baseOf(exchange.url)
    if (base !== undefined && placing.place(exchange, base) !== undefined)
      counts.set(base, (counts.get(base) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a)
  if (most !== undefined) return most[0]
  const hosts = [...new Set(exchanges.map(({ url }) => new URL(url).host))]
  const told =
    hosts.length === 0
      ? 'no exchange at all'
      : `calls of ${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ', …' : ''}`
  throw new Error(`${files.join(', ')}: no call of an API below /api/v4; there is ${told}`)
}

function heldTo({ dialect, release = '15.8' }: Told): Dialect | undefined {
  return dialect === undefined && release === '15.8' ? undefined : dialectOf(dialect, release)
}

/** Judges what passes through a proxy until the signal ends it. */
export async function judgeProxied(options: Told): Promise<ExitStatus> {
  const { upstream = '', port = 0, host = '127.0.0.1', signal, ready, ca, insecure } = options
  const base = rootOf(upstream)
  const judge = createTrafficJudge({ base, dialect: heldTo(options) })
  const report = await openReport(judge, options, [])
  let queue = Promise.resolve()
  const proxy: JudgingProxy = await serveProxy({
    upstream: base,
    port,
    host,
    trust: { ca, insecure },
    // One after the other, in the order in which they ended.
    heard: (exchange) => {
      queue = queue.then(() => report.tell(judge.hear(exchange)))
    },
  })
  options.complain(`forgery judge: ${proxy.url} passes everything on to ${base}; end it with Ctrl-C\n`)
  try {
    await ready?.(proxy.url)
    await new Promise<void>((resolve) => {
      if (signal?.aborted) resolve()
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
  } finally {
    await proxy.close()
  }
  await queue
  return await report.close()
}

interface Report {
  tell(events: readonly Event[]): Promise<void>
  close(): Promise<ExitStatus>
}

async function openReport(
  judge: TrafficJudge,
  options: Told,
  recordings: readonly Recording[],
): Promise<Report> {
  const { output, write = (text) => void process.stdout.write(text), strict, complain } = options
  const baseline = await openBaseline(options)
  const reporter = await reporterOf(judge, options, recordings)
  const verdict = createJudge(strict === true)
  const texts: string[] = []

  async function tell(events: readonly Event[]): Promise<void> {
    for (const event of events.map(baseline.next)) {
      verdict.hear(event)
      const text = reporter.next(event)
      if (output === undefined && text !== '') write(text)
      else texts.push(text)
    }
  }

  await tell([judge.started])
  return {
    tell,
    close: async () => {
      await tell(judge.end())
      if (output !== undefined) await writeText(output, texts.join(''))
      for (const line of await baseline.close()) complain(`forgery judge: ${line}\n`)
      const { status, warning } = verdict.verdict()
      if (warning !== undefined) complain(`forgery judge: ${warning}\n`)
      if (judge.tally.exchanges > 0) return status
      complain('forgery judge: nothing was judged: no call of an operation was seen\n')
      return 2
    },
  }
}

async function reporterOf(
  judge: TrafficJudge,
  { report = 'text', files = [], upstream = '' }: Told,
  recordings: readonly Recording[],
): Promise<Reporter> {
  const tally = () => {
    const left = new Map(judge.tally.left)
    for (const recording of recordings)
      for (const [reason, count] of recording.left) left.set(reason, (left.get(reason) ?? 0) + count)
    return { ...judge.tally, left }
  }
  if (report === 'text') return (await import('./text.ts')).textOfTraffic(tally)
  if (report === 'json') return (await import('./json.ts')).jsonOfTraffic(tally)
  // Whoever records the same traffic again sees the same.
  const again = files.length > 0 ? files.join(' ') : `--proxy --upstream ${upstream}`
  return reporterFor(report as 'junit', { replay: () => `forgery judge ${again}` })
}

import { Session } from 'node:inspector/promises'
import { createSimulator } from '../../sim/index.ts'

const PROJECT = '/projects/1'
const FILE = '/repository/files/README.md'
/** What servers may be asked first: one request of each usual kind, in the demo world. */
const REQUESTS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ...['/user', '/groups', '/projects', PROJECT].map((path) => ['GET', path] as const),
  ...['/merge_requests', '/merge_requests/1', '/issues', '/issues/1', '/pipelines'].map(ofProject),
  ...['/repository/tree', '/repository/commits', '/repository/branches'].map(ofProject),
  ...[FILE, `${FILE}/blame`].map((path) => ofProject(`${path}?ref=main`)),
  ...['/repository/compare?from=main~3&to=main', '/repository/archive.tar.gz'].map(ofProject),
  ['POST', `${PROJECT}/milestones`, { title: 'a' }],
  ['POST', `${PROJECT}/issues`, { title: 'a' }],
  ['POST', `${PROJECT}/issues/1/notes`, { body: 'a' }],
  ['PUT', `${PROJECT}/issues/1`, { title: 'a' }],
  ['DELETE', `${PROJECT}/issues/2`],
]
/** Part of them that calls a function at least: compiled with its file, it takes some time of each start. */
const SHARE = 0.25

function ofProject(path: string) {
  return ['GET', `${PROJECT}${path}`] as const
}

/** Where the functions start that are called by many of the first requests of a server, by the URLs of their files. */
export async function functionsOfFirstRequests(): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const server = await createSimulator().listen()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true })
  const calls = new Map<string, Map<number, number>>()
  for (const [method, path, body] of REQUESTS) {
    const reply = await fetch(`${server.url}/api/v4${path}`, {
      method,
      headers: { 'private-token': 'alice-token', 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}`)
    // Counts begin anew with each of these.
    const { result } = await session.post('Profiler.takePreciseCoverage')
    for (const { url, functions } of result) {
      const counts = calls.get(url) ?? new Map<number, number>()
      calls.set(url, counts)
      for (const { ranges } of functions)
        for (const { startOffset, count } of ranges.slice(0, 1))
          if (count > 0) counts.set(startOffset, (counts.get(startOffset) ?? 0) + 1)
    }
  }
  session.disconnect()
  await server.close()
  const often = (counts: ReadonlyMap<number, number>) =>
    [...counts].filter(([, count]) => count >= SHARE * REQUESTS.length).map(([start]) => start)
  return new Map([...calls].map(([url, counts]) => [url, new Set(often(counts))]))
}

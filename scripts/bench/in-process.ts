import { createSimulator } from '../../sim/index.ts'
import { readmeBlob } from './arranged.ts'
import { type Figure, micros, microseconds, rate } from './figures.ts'
import { texts } from './texts.ts'

const headers = { 'private-token': 'alice-token', 'content-type': 'application/json' }

/** Calls of `handle` with no socket in between. */
export function inProcess(): Figure[] {
  const simulator = createSimulator()
  let titles = 0
  const get = (url: string) => () => {
    simulator.handle({ method: 'GET', url, headers })
  }
  const calls = {
    'GET one merge request': get('/api/v4/projects/1/merge_requests/1'),
    'GET a list of 20': get('/api/v4/projects/1/merge_requests?per_page=20'),
    'GET the tree': get('/api/v4/projects/1/repository/tree?recursive=true'),
    'GET a blob': get(`/api/v4/projects/1/repository/blobs/${readmeBlob(simulator)}`),
    'GET an archive (tar.gz)': get('/api/v4/projects/1/repository/archive.tar.gz'),
    'GET a comparison': get('/api/v4/projects/1/repository/compare?from=v1.3.0&to=v1.4.0'),
    'GET an unknown path': get('/api/v4/unknown'),
    'POST a milestone': () => {
      simulator.handle({
        method: 'POST',
        url: '/api/v4/projects/1/milestones',
        headers,
        body: `{"title":"Bench ${++titles}"}`,
      })
    },
  }
  const figures = Object.entries(calls).map(([what, call]) => {
    const each = microseconds(call)
    return { what, figure: `${rate(1_000_000 / each)}, ${micros(each)}` }
  })
  return [...figures, ...texts(createSimulator())]
}

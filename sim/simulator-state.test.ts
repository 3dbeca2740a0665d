import { expect, test } from 'vitest'
import { createSimulator } from './index.ts'
import { dialects } from './lib/dialect.ts'
import { script } from './testing/script.ts'
import { writing } from './testing/writing.ts'

// What makes every write to a table fail would miss what is kept elsewhere: nothing is.
test.each(dialects)(
  'what a simulator answers follows from its rows, its clock and the number of its requests, in the dialect %s',
  (dialect) => {
    const options = { dialect, outbound: 'off' } as const
    const sim = createSimulator(options)
    for (const request of [...writing(), ...script(7, 200)]) sim.handle(request)
    const search = { method: 'GET', url: '/api/v4/projects/1/search?scope=issues&search=a', headers: {} }
    const next = [...script(8, 200), search, ...writing()]
    const other = createSimulator({ ...options, world: JSON.parse(JSON.stringify(sim.save())) })
    for (const request of next) expect(other.handle(request)).toEqual(sim.handle(request))
    sim.clock.advance('3d')
    other.clock.advance('3d')
    expect(other.save()).toEqual(sim.save())
  },
)

// Measures several processes behind nginx beside one alone: requests a second over all worlds, from one load generator.
import { performance } from 'node:perf_hooks'
import { Agent, request } from 'undici'
import { argumentsOf } from './arguments.ts'
import { cluster, nginx } from './scale/cluster.ts'

argumentsOf({
  command: 'node dist/scripts/scale.js',
  says: 'Measures several processes behind nginx beside one alone.',
  options: {},
})

const WORLDS = 32
const CONNECTIONS = 32
const SECONDS = 5

const program = nginx()
if (program === undefined) {
  process.stdout.write('skipped: there is no nginx on this machine\n')
} else {
  for (const size of [1, 2, 4]) {
    const front = await cluster(size, program)
    try {
      await make(front.url)
      const direct = size === 1 ? `, ${await rate(front.members[0] as string)}/s without nginx` : ''
      process.stdout.write(`${size} behind nginx: ${await rate(front.url)}/s${direct}\n`)
    } finally {
      await front.stop()
    }
  }
}

async function make(url: string): Promise<void> {
  for (let i = 0; i < WORLDS; i++)
    await fetch(`${url}/_forgery/worlds`, { method: 'POST', headers: { 'x-forgery-world': `w${i}` } })
}

async function rate(url: string): Promise<number> {
  const agent = new Agent({ connections: CONNECTIONS })
  const headers = { 'private-token': 'alice-token' }
  const end = performance.now() + SECONDS * 1000
  let answered = 0
  async function ask(client: number): Promise<void> {
    for (let i = client; performance.now() < end; i++) {
      const path = `/w/w${i % WORLDS}/api/v4/projects/1/milestones?per_page=5`
      const reply = await request(`${url}${path}`, { dispatcher: agent, headers })
      await reply.body.dump()
      if (reply.statusCode !== 200) throw new Error(`${path} is answered with ${reply.statusCode}`)
      answered++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, client) => ask(client)))
  await agent.close()
  return Math.round(answered / SECONDS)
}

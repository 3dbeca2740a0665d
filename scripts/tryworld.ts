// scratch
import { readFileSync } from 'node:fs'
import { contract, type Dialect, type Tier } from '../sim/contract.ts'
import { createSimulator } from '../sim/index.ts'
import { run } from '../conformance/run/runner.ts'
import { select, wholePlan } from '../conformance/run/plan.ts'
import { suite } from '../conformance/suite.ts'
import { liveTarget } from '../conformance/targets/live.ts'
import { parseArgs } from 'node:util'
const { values: v, positionals } = parseArgs({ options: { world: { type: 'string', default: 'demo' }, dialect: { type: 'string', default: 'real' }, told: { type: 'string' }, tier: { type: 'string', default: 'ultimate' }, project: { type: 'string' }, group: { type: 'string' }, mode: { type: 'string', default: 'read' }, runs: { type: 'string', default: '5' }, seed: { type: 'string', default: '1' }, token: { type: 'string', multiple: true }, verbose: { type: 'boolean' }, skips: { type: 'boolean' } }, allowPositionals: true })
const world = v.world === 'demo' ? 'demo' : JSON.parse(readFileSync(v.world, 'utf8'))
const sim = createSimulator({ world, dialect: v.dialect as Dialect, tier: v.tier as Tier, control: false } as never)
const tokens = Object.fromEntries((v.token ?? []).map((t) => t.split('=')))
const target = await liveTarget({ url: 'http://127.0.0.1:8080', fetch: ((url: string, init: RequestInit) => sim.fetch(new Request(url, init))) as never, mode: v.mode as never, ...(v.told ? { dialect: v.told as Dialect } : {}), ...(Object.keys(tokens).length ? { tokens } : {}), place: { ...(v.project ? { project: v.project } : {}), ...(v.group ? { group: v.group } : {}) } })
const sel = select(wholePlan(suite, contract(target.dialect)), positionals)
if (!sel.ok) throw new Error(String(sel.unknown))
const began = Date.now()
const skips = new Map<string, number>()
for await (const e of run(sel.checks, target, { seed: Number(v.seed), runs: Number(v.runs) })) {
  if (e.type === 'check-ended') {
    const r = e.result
    if (r.kind === 'fail') { console.log('FAIL', e.id, '|', r.finding.operation, '|', r.finding.title, '| exp', r.finding.expected.slice(0, 200), '| act', r.finding.actual.slice(0, 200), r.recipe.counterexample ?? ''); if (v.verbose) console.log(r.recipe.calls.slice(-3).join('\n'), r.recipe.lastReply) }
    else if (r.kind === 'broken') console.log('BROKEN', e.id, r.error.slice(0, 400))
    else if (r.kind === 'skip' || r.kind === 'disabled') skips.set(r.reason, (skips.get(r.reason) ?? 0) + 1)
  }
  if (e.type === 'started') console.log('callers', e.callers.join(' '), e.tier, e.dialect)
  if (e.type === 'ended') console.log(JSON.stringify(e.counts), JSON.stringify(e.traffic), ((Date.now() - began) / 1000).toFixed(1) + 's')
}
if (v.skips) for (const [r, n] of [...skips].sort((a, b) => b[1] - a[1])) console.log(n, r)

import { call } from '../control.ts'
import { clock, entries } from '../live.ts'
import { Act, Field, Form, Status } from '../parts.tsx'
import { to } from '../routes.ts'
import { type Row, useRows } from '../rows.ts'
import { targetOf, timeOf } from './requests.tsx'

/** What was asked lately, the present, and what is due. */
export function Time() {
  const jobs = useRows('jobs', { _sort: 'due' }) ?? []
  const now = Date.parse(clock.value.now)
  const [next] = jobs
  return (
    <>
      <h1>Time</h1>
      <p>
        It is <strong>{timeOf(clock.value.now)}</strong> ({clock.value.mode}).
      </p>
      <div class="tools">
        <Form label="Advance" send={(form) => call('POST', '/clock', { advance: form.get('by') })}>
          <Field label="by" name="by" value="1h" required />
          <button type="submit">advance</button>
        </Form>
        <Form label="Mode" send={(form) => call('POST', '/clock', { mode: form.get('mode') })}>
          <Field label="mode" name="mode" value={clock.value.mode} hint="tick, frozen, real, x10" required />
          <button type="submit">change</button>
        </Form>
        {next === undefined ? null : (
          <Act act={() => call('POST', '/clock', { set: next.due })}>advance to the next job</Act>
        )}
      </div>
      <h2>Due</h2>
      {jobs.length === 0 ? <p class="faint">nothing is due</p> : null}
      <ol class="timeline" aria-label="Due jobs">
        {jobs.map((job) => (
          <li key={job.id}>
            <span class="time">in {distance(Date.parse(String(job.due)) - now)}</span>
            <span>
              <a href={to('rows', 'jobs', job.id)}>{saysOf(job)}</a>{' '}
              <span class="faint">{timeOf(String(job.due))}</span>
            </span>
            <Act act={() => call('POST', '/clock', { set: job.due })}>go there</Act>
          </li>
        ))}
      </ol>
      <h2>Past</h2>
      <ol class="timeline" aria-label="Past requests">
        {entries.value
          .slice(-100)
          .toReversed()
          .map((entry) => (
            <li key={entry.id}>
              <span class="time">{distance(now - Date.parse(entry.at))} ago</span>
              <span>
                <Status status={entry.status} /> {entry.method}{' '}
                <a href={to('requests', entry.id)}>{targetOf(entry)}</a>
              </span>
            </li>
          ))}
      </ol>
    </>
  )
}

/** What a job will do, in words: `pipeline 12 becomes success`, `project export: export 3`. */
function saysOf({ kind, args }: Row): string {
  const values = (args ?? {}) as { readonly [name: string]: unknown }
  if (kind === 'pipeline' && typeof values.status === 'string')
    return `pipeline ${values.pipelineId} becomes ${values.status}`
  const said = Object.entries(values)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name.replace(/Id$/, '')} ${value}`)
  return `${String(kind).replaceAll('-', ' ')}${said.length === 0 ? '' : `: ${said.join(', ')}`}`
}

function distance(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const units: readonly (readonly [number, string])[] = [
    [86_400, 'd'],
    [3600, 'h'],
    [60, 'min'],
  ]
  for (const [size, unit] of units)
    if (seconds >= size) return `${Math.round((seconds / size) * 10) / 10} ${unit}`
  return `${seconds} s`
}

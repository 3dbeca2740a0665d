import { useState } from 'preact/hooks'
import type { ShownExchange } from '../../control/shown-exchange.ts'
import { call } from '../control.ts'
import { SENDER } from '../edits.ts'
import { useCall, useOperations } from '../load.ts'
import { type FormField, keyOf, send } from '../operations.ts'
import { Act, Code, Form, Marked, Prose, Status } from '../parts.tsx'
import { route, to } from '../routes.ts'
import { type Row, useRows } from '../rows.ts'

const MOST = 60

/** The operations, to find one by its words. */
export function Try() {
  const all = useOperations()
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase().split(/\s+/)
  const found = all.filter(({ name, summary, tag }) => {
    const text = `${name} ${summary} ${tag}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <h1>Try a call</h1>
      <search class="tools">
        <label>
          find an operation
          <input
            id="filter"
            type="search"
            value={words}
            onInput={({ currentTarget: { value } }) => setWords(value)}
          />
        </label>
      </search>
      <p class="faint" role="status">
        {found.length} operations{found.length > MOST ? `, of which ${MOST} are shown` : ''}
      </p>
      <ul class="plain">
        {found.slice(0, MOST).map(({ name, summary }) => (
          <li key={name}>
            <a href={to('try', name)}>{name}</a> <span class="faint">{summary}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The form of an operation, and what came of it. */
export function TryOne({ name }: { readonly name: string }) {
  const operation = useOperations().find((one) => one.name === name)
  const users = useRows('users', { state: 'active' })
  const [sent, setSent] = useState<number | null>(null)
  if (operation === undefined || users === undefined) return <p class="faint">loading…</p>
  const preset = route.value.query
  const sender = senderOf(users, preset.get(SENDER))
  const fields = operation.fields.toSorted((a, b) => rank(a, preset) - rank(b, preset))
  const first = fields.filter((field) => rank(field, preset) < 2)
  const others = fields.filter((field) => rank(field, preset) === 2)
  const submit = async (form: FormData): Promise<void> => {
    // What was filled in from a row, and not changed, stays as it is.
    for (const field of operation.fields)
      if (field.in === 'body' && !field.isRequired && form.get(keyOf(field)) === preset.get(field.name))
        form.delete(keyOf(field))
    setSent(await send(operation, String(form.get('user') ?? ''), form))
  }
  return (
    <>
      <h1>{operation.summary}</h1>
      <p>
        <code>{operation.name}</code>
      </p>
      {operation.about === '' ? null : <Prose text={operation.about} />}
      <Form key={`${name}?${preset}`} label={operation.name} send={submit}>
        <div class="fields">
          <label>
            as user
            <select name="user" defaultValue={sender}>
              <option value="">nobody</option>
              {users.map(({ id, username, admin }) => (
                <option key={id} value={String(username)} selected={username === sender}>
                  {String(username)}
                  {admin ? ' (administrator)' : ''}
                </option>
              ))}
            </select>
          </label>
          {first.map((field) => (
            <Input key={keyOf(field)} field={field} value={preset.get(field.name) ?? ''} />
          ))}
        </div>
        {others.length === 0 ? null : (
          <details>
            <summary>{others.length} optional parameters</summary>
            <div class="fields">
              {others.map((field) => (
                <Input key={keyOf(field)} field={field} value="" />
              ))}
            </div>
          </details>
        )}
        <button type="submit">send</button>
      </Form>
      {sent === null ? null : <Outcome id={sent} />}
    </>
  )
}

function senderOf(users: readonly Row[], wanted: string | null): string {
  const sender = users.find(({ id }) => String(id) === wanted) ?? users.find(({ admin }) => admin === true)
  return String(sender?.username ?? '')
}

function rank({ name, isRequired }: FormField, preset: URLSearchParams): number {
  return isRequired ? 0 : preset.has(name) ? 1 : 2
}

function Input({ field, value }: { readonly field: FormField; readonly value: string }) {
  const { name, kind, choices, isRequired, about } = field
  const key = keyOf(field)
  const options = kind === 'boolean' ? ['true', 'false'] : kind === 'list' ? [] : choices
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: each branch is a control.
    <label>
      {name === '' ? 'file' : name}
      {isRequired ? ' (required)' : ''}
      {options.length > 0 ? (
        <select name={key} required={isRequired}>
          <option value="">–</option>
          {options.map((option) => (
            <option key={option} selected={option === value}>
              {option}
            </option>
          ))}
        </select>
      ) : kind === 'file' ? (
        <input type="file" name={key} required={isRequired} />
      ) : name === 'description' || kind === 'object' ? (
        <textarea name={key} rows={3} defaultValue={value} required={isRequired} />
      ) : (
        <input name={key} defaultValue={value} required={isRequired} />
      )}
      {about === '' ? null : (
        <small>
          <Marked text={about} />
        </small>
      )}
    </label>
  )
}

function Outcome({ id }: { readonly id: number }) {
  const exchange = useCall<ShownExchange>(`/requests/${id}`, true)
  if (exchange === undefined) return <p role="status">undone, or not kept</p>
  const { status, reply } = exchange
  return (
    <section aria-label="Outcome">
      <h2>
        <Status status={status} /> <a href={to('requests', id)}>request {id}</a>
      </h2>
      <div class="tools">
        <Act act={() => call('POST', `/requests/${id}/rewind`)}>undo</Act>
      </div>
      {reply?.body == null ? (
        <p class="faint">{reply?.note ?? 'no body'}</p>
      ) : (
        <Code text={pretty(reply.body)} />
      )}
    </section>
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Json } from '../lib/json.ts'
import { tell } from './control.ts'
import { useCall } from './load.ts'
import { to } from './routes.ts'
import { type Row, tableOf, titleOf } from './rows.ts'

/** A button that does something, and says when it could not. */
export function Act(props: { readonly act: () => unknown; readonly children: ComponentChildren }) {
  const [busy, setBusy] = useState(false)
  const click = async (): Promise<void> => {
    setBusy(true)
    await tell(props.act)
    setBusy(false)
  }
  return (
    <button type="button" disabled={busy} onClick={click}>
      {props.children}
    </button>
  )
}

/** A form that hands over what is in its fields. */
export function Form(props: {
  readonly send: (form: FormData) => unknown
  readonly children: ComponentChildren
  readonly label: string
}) {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void tell(() => props.send(new FormData(event.currentTarget as HTMLFormElement)))
  }
  return (
    <form aria-label={props.label} onSubmit={submit}>
      {props.children}
    </form>
  )
}

export function Field(props: {
  readonly label: string
  readonly name: string
  readonly value?: string
  readonly hint?: string
  readonly required?: boolean
}) {
  return (
    <label>
      {props.label}
      <input
        name={props.name}
        defaultValue={props.value ?? ''}
        placeholder={props.hint ?? ''}
        required={props.required ?? false}
      />
    </label>
  )
}

/** Copies a text, and shows it where the browser does not let it. */
export function Copy({
  text,
  children,
}: {
  readonly text: () => string | Promise<string>
  readonly children: string
}) {
  const [shown, setShown] = useState('')
  const copy = async (): Promise<void> => {
    const wanted = await text()
    try {
      await navigator.clipboard.writeText(wanted)
      setShown('copied')
    } catch {
      setShown(wanted)
    }
  }
  return (
    <>
      <Act act={copy}>{children}</Act>
      {shown === 'copied' ? <span role="status">copied</span> : null}
      {shown !== '' && shown !== 'copied' ? (
        <textarea readOnly aria-label={children} rows={6} value={shown} />
      ) : null}
    </>
  )
}

export function Status({ status }: { readonly status: number }) {
  const kind = status === 0 ? 'none' : `s${Math.floor(status / 100)}`
  return <span class={`status ${kind}`}>{status === 0 ? '–' : status}</span>
}

/** A table that scrolls by itself where the window is narrow. */
export function Table(props: {
  readonly label: string
  readonly heads: readonly string[]
  readonly children: ComponentChildren
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard.
    <section class="wide" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.heads.map((head, i) => (
              <th key={head === '' ? i : head} scope="col">
                {head === '' ? <span class="unseen">actions</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}

/** A link to a row of a table. */
export function RowLink({
  table,
  id,
  text,
}: {
  readonly table: string
  readonly id: string | number
  readonly text?: string
}) {
  const address = table === 'projects' || table === 'groups' ? to('world', table, id) : to('rows', table, id)
  return <a href={address}>{text ?? `${table} ${id}`}</a>
}

/** The columns of a row; every id leads to its row. */
export function Columns({ table, row }: { readonly table: string; readonly row: Row }) {
  const db = useCall<{ readonly [table: string]: number }>('/db')
  const known = Object.keys(db ?? {})
  return (
    <Table label={`Columns of ${table} ${row.id}`} heads={['column', 'value']}>
      {Object.entries(row).map(([column, value]) => (
        <tr key={column}>
          <th scope="row">{column}</th>
          <td>
            <Value value={value} table={tableOf(column, row, known)} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** A value as text; where it is the id of a row, or several, with links. */
export function Value({
  value,
  table,
}: {
  readonly value: Json | undefined
  readonly table?: string | undefined
}) {
  if (table !== undefined && (typeof value === 'number' || typeof value === 'string'))
    return <RowLink table={table} id={value} />
  if (table !== undefined && Array.isArray(value))
    return (
      <span class="row">
        {value.map((id) => (
          <RowLink key={String(id)} table={table} id={id as number} />
        ))}
      </span>
    )
  if (value === null || value === undefined) return <span class="faint">–</span>
  if (typeof value === 'object') return <Code text={JSON.stringify(value, null, 1)} />
  return <span class="text">{String(value)}</span>
}

/** Text as it is, with line breaks. */
export function Code({ text }: { readonly text: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the keyboard.
  return <pre tabIndex={0}>{text}</pre>
}

export function Rows({ table, rows }: { readonly table: string; readonly rows: readonly Row[] | undefined }) {
  if (rows === undefined) return <p class="faint">loading…</p>
  if (rows.length === 0) return <p class="faint">none</p>
  return (
    <ul class="plain">
      {rows.map((row) => (
        <li key={row.id}>
          <RowLink table={table} id={row.id} text={titleOf(row)} />{' '}
          {typeof row.state === 'string' ? <span class="tag">{row.state}</span> : null}
          {typeof row.status === 'string' ? <span class="tag">{row.status}</span> : null}
        </li>
      ))}
    </ul>
  )
}

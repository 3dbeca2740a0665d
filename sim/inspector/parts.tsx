import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { PlainRow } from '../control/row-redaction.ts'
import type { Json } from '../lib/json.ts'
import { type Reference, referenceOf } from '../model/references.ts'
import { tell } from './control.ts'
import { editOf, parentOf } from './edits.ts'
import { useCall, useOperations } from './load.ts'
import { to } from './routes.ts'
import { calledBy, type Row, titleOf, useRow } from './rows.ts'

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
  if (Array.isArray(props.children) && props.children.length === 0) return <p class="faint">none</p>
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
  if (db === undefined) return <p class="faint">loading…</p>
  const whole = { table, row, known: Object.keys(db) }
  return (
    <Table label={`Columns of ${table} ${row.id}`} heads={['column', 'value']}>
      {Object.entries(row).map(([column, value]) => (
        <tr key={column}>
          <th scope="row">
            <Name text={column} />
          </th>
          <td>
            <Value value={value} column={column} whole={whole} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Where a value stands: what it is the id of follows from that. */
interface Whole {
  readonly table: string
  readonly row: PlainRow
  readonly known: readonly string[]
}

/** A value as text; where it is the id of a row, or several, with links. */
export function Value({
  value,
  column = '',
  whole,
}: {
  readonly value: Json | undefined
  readonly column?: string
  readonly whole?: Whole
}) {
  if (value === null || value === undefined || value === '') return <span class="faint">–</span>
  const reference = whole === undefined ? undefined : referenceOf(whole.table, column, whole.row, whole.known)
  if (reference !== undefined && Array.isArray(value))
    return (
      <span class="row">
        {value.length === 0 ? <span class="faint">none</span> : null}
        {value.map((id) => (
          <Referenced key={String(id)} reference={reference} id={id as Json} />
        ))}
      </span>
    )
  if (reference !== undefined) return <Referenced reference={reference} id={value} />
  if (typeof value !== 'object') return <span class="text">{String(value)}</span>
  if (whole === undefined || !/Ids?":/.test(JSON.stringify(value)))
    return <Code text={JSON.stringify(value, null, 1)} />
  return <Inner value={value} whole={whole} />
}

/** An object or a list in a column, with links where ids are in it. */
function Inner({ value, whole }: { readonly value: object; readonly whole: Whole }) {
  return (
    <dl>
      {Object.entries(value as { readonly [name: string]: Json }).map(([name, held]) => (
        <div key={name}>
          <dt>{Array.isArray(value) ? Number(name) + 1 : name}</dt>
          <dd>
            <Value value={held} column={name} whole={{ ...whole, row: { ...whole.row, ...value } }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An id with the name of its row; what leads nowhere is no link. */
function Referenced({ reference: { table, by }, id }: { readonly reference: Reference; readonly id: Json }) {
  const row = useRow(table, id as string | number, by)
  const text = `${table} ${id}`
  if (!row) return <span>{text}</span>
  return (
    <span>
      <RowLink table={table} id={row.id} text={text} /> <span class="faint">{calledBy(row)}</span>
    </span>
  )
}

/** A link to the form that changes a row, where an operation does so. */
export function Edit({ table, row }: { readonly table: string; readonly row: Row }) {
  const parent = parentOf(row)
  const above = useRow(parent?.table, parent?.id ?? '')
  const address = editOf(useOperations(), table, row, above ?? undefined)
  return address === undefined ? null : <a href={address}>edit</a>
}

/** A name that may be broken between its words. */
export function Name({ text }: { readonly text: string }) {
  return text
    .split(/(?<=_)|(?=[A-Z])/)
    .flatMap((word, i) => (i === 0 ? [word] : [<wbr key={word + i} />, word]))
}

/** The text of a description, whose code stands in backticks. */
export function Marked({ text }: { readonly text: string }) {
  return text.split('`').map((part, i) => (i % 2 === 0 ? part : <code key={part + i}>{part}</code>))
}

export function Prose({ text }: { readonly text: string }) {
  return (
    <p class="faint text">
      <Marked text={text} />
    </p>
  )
}

/** In place of what there is not, or not any longer. */
export function None({ what }: { readonly what: string }) {
  return (
    <>
      <h1>{what}</h1>
      <p class="faint">There is no such row, or not any longer.</p>
    </>
  )
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

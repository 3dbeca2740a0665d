import { useState } from 'preact/hooks'
import type { Json } from '../../lib/json.ts'
import { useCall, useOperations } from '../load.ts'
import { Marked, Name, Table, Value } from '../parts.tsx'
import { toWith } from '../routes.ts'
import { useRow } from '../rows.ts'

const UPDATE = 'PUT /application/settings'

interface Health {
  readonly version: string
  readonly seed: number
  readonly world: string
  readonly tier: string
  readonly dialect: string
  readonly outbound: string
}

/** What the server was started with, and the settings of the installation. */
export function Settings() {
  const health = useCall<Health>('/health')
  const settings = useRow('settings', 1)
  const all = useCall<{ readonly [name: string]: Json }>('/settings')
  const [text, setText] = useState('')
  const stored = (settings?.stored ?? {}) as { readonly [name: string]: Json }
  const fields = useOperations().find(({ name }) => name === UPDATE)?.fields ?? []
  const found = fields
    .filter(({ name }) => name.includes(text.toLowerCase()))
    .map(({ name, about }) => ({ name, about, value: all?.[name], isDefault: stored[name] === undefined }))
  return (
    <>
      <h1>Settings</h1>
      <Table label="Server" heads={['server', 'value']}>
        {(['version', 'world', 'seed', 'tier', 'dialect', 'outbound'] as const).map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{health?.[name] ?? '…'}</td>
          </tr>
        ))}
      </Table>
      <h2>Installation</h2>
      <search class="tools">
        <label>
          setting
          <input
            id="filter"
            type="search"
            value={text}
            onInput={({ currentTarget: { value } }) => setText(value)}
          />
        </label>
      </search>
      <Table label="Settings of the installation" heads={['setting', 'value', '']}>
        {found.map(({ name, about, value, isDefault }) => (
          <tr key={name}>
            <th scope="row">
              <Name text={name} />
            </th>
            <td>
              {value === undefined ? null : <Value value={value} />}
              {isDefault ? <span class="faint"> default</span> : null}
              {about === '' ? null : (
                <small class="about">
                  <Marked text={about} />
                </small>
              )}
            </td>
            <td>
              <a href={toWith(['try', UPDATE], { [name]: isDefault ? '' : textOf(value) })}>
                change<span class="unseen"> {name}</span>
              </a>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

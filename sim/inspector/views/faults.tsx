import type { Fault } from '../../control/faults.ts'
import { call } from '../control.ts'
import { useCall } from '../load.ts'
import { Act, Field, Form, Table } from '../parts.tsx'

/** The rules in force. */
export function Faults() {
  const faults = useCall<readonly Fault[]>('/faults') ?? []
  return (
    <>
      <h1>Faults</h1>
      <Form label="Add a fault" send={(form) => call('POST', '/faults', form.get('rule'))}>
        <Field label="rule" name="rule" hint="GET /projects/* 503 times=2" required />
        <button type="submit">add</button>
      </Form>
      <p class="faint">
        METHOD PATH, then a status, header=NAME:VALUE, body=JSON, patch=JSON, delay=2s, reset, truncate,
        probability=0.5, skip=1, times=2 or retry-after=30.
      </p>
      <Table label="Faults" heads={['id', 'rule', 'struck', '']}>
        {faults.map(({ id, struck, ...rule }) => (
          <tr key={id}>
            <td>{id}</td>
            <td>
              {Object.entries(rule)
                .map(
                  ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
                )
                .join(', ')}
            </td>
            <td>{struck}</td>
            <td>
              <Act act={() => call('DELETE', `/faults/${id}`)}>delete</Act>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

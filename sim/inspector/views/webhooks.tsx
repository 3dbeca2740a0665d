import { entries } from '../live.ts'
import { Edit, RowLink, Status, Table } from '../parts.tsx'
import { to, toWith } from '../routes.ts'
import { useRows } from '../rows.ts'
import { targetOf, timeOf } from './requests.tsx'

/** The webhooks of all projects and groups, and what was delivered. */
export function Webhooks() {
  const hooks = useRows('hooks') ?? []
  const calls = entries.value.filter(({ direction }) => direction === 'out').toReversed()
  return (
    <>
      <h1>Webhooks</h1>
      <p class="tools">
        <a href={to('try', 'POST /projects/{id}/hooks')}>add one to a project</a>
        <a href={to('try', 'POST /hooks')}>add a system hook</a>
      </p>
      <Table label="Webhooks" heads={['id', 'address', 'of', '']}>
        {hooks.map((hook) => (
          <tr key={hook.id}>
            <td>
              <RowLink table="hooks" id={hook.id} text={String(hook.id)} />
            </td>
            <td class="address">{String(hook.url)}</td>
            <td class="word">
              {hook.owner === 'project' ? (
                <RowLink table="projects" id={hook.ownerId as number} />
              ) : hook.owner === 'group' ? (
                <RowLink table="groups" id={hook.ownerId as number} />
              ) : (
                'the installation'
              )}
            </td>
            <td class="row word">
              <Edit table="hooks" row={hook} />
              {hook.owner === 'project' ? (
                <a
                  href={toWith(['try', 'POST /projects/{id}/hooks/{hook_id}/test/{trigger}'], {
                    id: String(hook.ownerId),
                    hook_id: String(hook.id),
                    trigger: 'push_events',
                  })}
                >
                  test
                </a>
              ) : null}
            </td>
          </tr>
        ))}
      </Table>
      <h2>Deliveries and other calls</h2>
      <Table label="Deliveries" heads={['id', 'time', 'status', 'event', 'address']}>
        {calls.map((entry) => (
          <tr key={entry.id}>
            <td>
              <a href={to('requests', entry.id)}>{entry.id}</a>
            </td>
            <td class="time">{timeOf(entry.at)}</td>
            <td>
              <Status status={entry.status} />
            </td>
            <td class="word">{entry.out?.event ?? '–'}</td>
            <td class="address">{targetOf(entry)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

import { ask, call } from '../control.ts'
import { useCall } from '../load.ts'
import { Act, Field, Form, Table } from '../parts.tsx'
import { timeOf } from './requests.tsx'

interface WorldShown {
  readonly name: string
  readonly url: string
  readonly seed: number
  readonly world: string
  readonly now: string
}

/** The worlds of the process. */
export function Worlds() {
  const worlds = useCall<readonly WorldShown[]>('/worlds') ?? []
  return (
    <>
      <h1>Worlds</h1>
      <Form label="Make a world" send={(form) => call('POST', '/worlds', filled(form))}>
        <Field label="name" name="name" required />
        <label>
          as a copy of
          <select name="from">
            <option value="">none: seeded</option>
            {worlds.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="submit">make</button>
      </Form>
      <Table label="Worlds" heads={['name', 'inspector', 'seeded', 'clock', '']}>
        {worlds.map(({ name, url, world, seed, now }) => (
          <tr key={name}>
            <td>{name}</td>
            <td class="address">
              <a href={`${new URL(url).pathname.replace(/\/$/, '')}/_forgery/`}>{url}</a>
            </td>
            <td>
              {world}, seed {seed}
            </td>
            <td class="time">{timeOf(now)}</td>
            <td>
              {name === 'default' ? null : (
                <Act act={() => call('DELETE', `/worlds/${encodeURIComponent(name)}`)}>delete</Act>
              )}
            </td>
          </tr>
        ))}
      </Table>
      <h2>Reset</h2>
      <Form label="Reset this world" send={(form) => call('POST', '/reset', resetOf(form))}>
        <Field label="seed" name="seed" />
        <label>
          world
          <select name="world">
            <option value="">as it began</option>
            <option>demo</option>
            <option>empty</option>
          </select>
        </label>
        <button type="submit">reset this world</button>
      </Form>
    </>
  )
}

interface Mark {
  readonly id: string
  readonly name: string | null
  readonly at: string
}

/** Moments of this world to go back to. */
export function Snapshots() {
  const marks = useCall<readonly Mark[]>('/snapshots') ?? []
  return (
    <>
      <h1>Snapshots</h1>
      <Form label="Take a snapshot" send={(form) => call('POST', '/snapshots', filled(form))}>
        <Field label="name" name="name" />
        <button type="submit">take</button>
      </Form>
      <Form label="Read a snapshot" send={read}>
        <label>
          file
          <input type="file" name="file" accept=".json" required />
        </label>
        <button type="submit">read</button>
      </Form>
      <Table label="Snapshots" heads={['id', 'name', 'time', '']}>
        {marks.map(({ id, name, at }) => (
          <tr key={id}>
            <td>{id}</td>
            <td class="short">{name ?? '–'}</td>
            <td class="time">{timeOf(at)}</td>
            <td class="row">
              <Act act={() => call('POST', `/snapshots/${id}/restore`)}>restore</Act>
              <Act act={() => save(id)}>save as a file</Act>
              <Act act={() => call('DELETE', `/snapshots/${id}`)}>delete</Act>
            </td>
          </tr>
        ))}
      </Table>
    </>
  )
}

async function read(form: FormData): Promise<void> {
  const file = form.get('file') as File
  await call('POST', '/snapshots', { name: file.name, file: JSON.parse(await file.text()) })
}

async function save(id: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await (await ask(`/snapshots/${id}`)).blob())
  link.download = `forgery-snapshot-${id}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}

function filled(form: FormData) {
  return Object.fromEntries([...form].filter(([, value]) => value !== ''))
}

function resetOf(form: FormData) {
  const { seed, ...others } = filled(form)
  return { ...others, ...(seed === undefined ? {} : { seed: Number(seed) }) }
}

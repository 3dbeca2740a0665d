import { expect, test } from 'vitest'
import { contract, type ContractParam } from '../../contract.ts'
import { schema } from '../../model/world.ts'
import type { Calls } from '../../testing/calls.ts'
import { uploading } from '../../testing/multipart.ts'
import { perTest } from '../../testing/per-test.ts'
import { exported, upload } from './testing/archives.ts'

const here = perTest({ tier: 'ultimate' })

test('x', () => {
  const root = here.as('root')
  const made = root.post('/projects', { name: 'Whole', path: 'whole', namespace_id: 1, initialize_with_readme: true })
  const update = contract().operations.find(({ id }) => id === 'PUT /projects/:id')
  console.log(JSON.stringify(update?.params.map(({ name, kind, values }) => [name, kind, values])))
  console.log(JSON.stringify(made.json))
  console.log(Object.keys(schema).join(' '))
})

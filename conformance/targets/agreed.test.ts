import { expect, test } from 'vitest'
import { contract } from '../../sim/contract.ts'
import { operationNamed } from '../kit/operations.ts'
import { agreedOf } from './agreed.ts'

const agreed = agreedOf('real', '16.11')

test('between two releases nothing is sent that the newer one refuses', () => {
  const sourcesOf = (contract: typeof agreed) =>
    operationNamed(contract, 'PUT /application/settings')?.params.find(
      ({ name }) => name === 'import_sources',
    )?.values
  expect(sourcesOf(contract('real'))).toContain('phabricator')
  expect(sourcesOf(contract('16.11'))).not.toContain('phabricator')
  expect(sourcesOf(agreed)).toEqual(sourcesOf(contract('16.11')))
})

test('between two releases an operation that one of them has is not taken to be absent', () => {
  const came = 'POST /user/personal_access_tokens'
  expect([contract('real').absent.includes(came), contract('16.11').absent.includes(came)]).toEqual([
    true,
    false,
  ])
  expect(agreed.absent).not.toContain(came)
  const neither = 'POST /bulk_imports/:import_id/cancel'
  expect(agreed.absent).toContain(neither)
})

test('between two releases everything else is as in the older one', () => {
  const older = contract('real')
  expect(agreed.operations.map(({ id }) => id)).toEqual(older.operations.map(({ id }) => id))
  expect(agreed.entities).toBe(older.entities)
  expect(agreedOf('real', '16.11')).toBe(agreed)
})

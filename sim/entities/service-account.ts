import type { User } from '../model/users/user.ts'
import { entity, integer, text } from './entity.ts'

export const serviceAccountEntity = entity<User>('ServiceAccount', {
  id: integer(({ id }) => id),
  username: text(({ username }) => username),
  name: text(({ name }) => name),
  public_email: text(({ publicEmail }) => publicEmail),
  email: text(({ email }) => email),
})

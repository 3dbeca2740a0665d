export * from './custom-roles.ts'
export * from './import.ts'
export * from './invitations.ts'
export * from './members.ts'

export * from './branches.ts'
export * from './former-protection.ts'

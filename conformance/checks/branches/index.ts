export * from './branches.ts'
export * from './concurrent.ts'
export * from './former-protection.ts'
export * from './repository-off.ts'

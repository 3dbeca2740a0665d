export * from './personal-access-tokens.ts'
export * from './resource-access-tokens.ts'
export * from './service-accounts.ts'

export * from './external-status-checks.ts'
export * from './hooks.ts'
export * from './integrations.ts'
export * from './test-requests.ts'

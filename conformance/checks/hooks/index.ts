export * from './external-status-checks.ts'
export * from './integrations.ts'
export * from './lifecycle.ts'
export * from './webhooks.ts'

export * from './approvals.ts'
export * from './environments.ts'
export * from './pages.ts'
export * from './protected-environments.ts'

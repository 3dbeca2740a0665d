export * from './concurrent.ts'
export * from './group-labels.ts'
export * from './labels.ts'
export * from './subscriptions.ts'

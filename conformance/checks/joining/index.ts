export * from './access-requests.ts'
export * from './forks.ts'
export * from './issues.ts'
export * from './people.ts'

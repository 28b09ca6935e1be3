import { afterAll, expect } from 'vitest';
import { appendFileSync } from 'node:fs';
const key = Symbol.for('cpu.start');
const start = globalThis[key] ?? { user: 0, system: 0 };
afterAll(() => { const p = expect.getState().testPath; const now = process.cpuUsage(); const s = globalThis[key] ?? { user: 0, system: 0 };
 globalThis[key] = now; appendFileSync(process.env.CPU_OUT, JSON.stringify({ p, cpu: (now.user + now.system - s.user - s.system) / 1e6 , pid: process.pid}) + '\n'); });

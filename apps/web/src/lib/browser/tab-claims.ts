/** Which of several open tabs does a thing that must happen once: the first to claim it, also after a reload. */
import { DAY_MS } from '@undertow/market';

const DATABASE = 'undertow-claims';
const CLAIMS = 'claims';
/** A tab that slept longer does it once more. */
const KEPT_MS = DAY_MS;

function answerTo<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function forgetOld(claims: IDBObjectStore): void {
  const request = claims.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return;
    if (cursor.value < Date.now() - KEPT_MS) cursor.delete();
    cursor.continue();
  };
}

const changing = (database: IDBDatabase): IDBObjectStore =>
  database.transaction(CLAIMS, 'readwrite').objectStore(CLAIMS);

async function openClaims(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(CLAIMS);
  const database = await answerTo(request);
  forgetOld(changing(database));
  return database;
}

let opened: Promise<IDBDatabase> | null = null;

/**
 * Answers those of the names that no tab of this browser has claimed yet; they are this tab's from now on. A transaction
 * sees what those before it wrote, in whichever tab; what is written to `localStorage` reaches another tab a moment late.
 */
export async function claimOnce(names: readonly string[]): Promise<readonly string[]> {
  try {
    opened ??= openClaims();
    const claims = changing(await opened);
    const known = await Promise.all(names.map((name) => answerTo(claims.getKey(name))));
    const fresh = names.filter((_, n) => known[n] === undefined);
    await Promise.all(fresh.map((name) => answerTo(claims.put(Date.now(), name))));
    return fresh;
  } catch {
    // Refused storage: every tab does it then, which is better than none
    opened = null;
    return names;
  }
}

/** One user, for administrators. */
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { UserPage } from '#features/admin/users/user-page.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';

export function AdminUserDetails(): ReactNode {
  useTitle('User');
  const { userId } = useParams();
  return userId === undefined ? null : <UserPage key={userId} userId={userId} />;
}

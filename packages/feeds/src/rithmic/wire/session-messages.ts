/** Messages of every plant: systems, login, heartbeat, logout, refusals. */
import { GATEWAY_TIME, REQUEST, RESPONSE } from './message-fields.ts';

export const SESSION_MESSAGES = {
  RequestLogin: {
    templateId: 10,
    fields: {
      templateId: [154467, 'int32'],
      templateVersion: [153634, 'string'],
      userMsg: [132760, 'string', true],
      user: [131003, 'string'],
      password: [130004, 'bytes'],
      appName: [130002, 'string'],
      appVersion: [131803, 'string'],
      systemName: [153628, 'string'],
      infraType: [153621, 'int32'],
      macAddr: [144108, 'string', true],
      osVersion: [144021, 'string'],
      osPlatform: [144020, 'string'],
      aggregatedQuotes: [153644, 'bool'],
    },
  },
  ResponseLogin: {
    templateId: 11,
    fields: {
      templateId: [154467, 'int32'],
      templateVersion: [153634, 'string'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      countryCode: [154712, 'string'],
      stateCode: [154713, 'string'],
      uniqueUserId: [153428, 'string'],
      heartbeatInterval: [153633, 'double'],
    },
  },
  RequestLogout: {
    templateId: 12,
    fields: {
      ...REQUEST,
    },
  },
  ResponseLogout: {
    templateId: 13,
    fields: {
      ...RESPONSE,
    },
  },
  RequestRithmicSystemInfo: {
    templateId: 16,
    fields: {
      ...REQUEST,
    },
  },
  ResponseRithmicSystemInfo: {
    templateId: 17,
    fields: {
      ...RESPONSE,
      systemName: [153628, 'string', true],
      hasAggregatedQuotes: [153649, 'bool', true],
    },
  },
  RequestHeartbeat: {
    templateId: 18,
    fields: {
      ...REQUEST,
      ...GATEWAY_TIME,
    },
  },
  ResponseHeartbeat: {
    templateId: 19,
    fields: {
      ...RESPONSE,
      ...GATEWAY_TIME,
    },
  },
  RequestRithmicSystemGatewayInfo: {
    templateId: 20,
    fields: {
      ...REQUEST,
      systemName: [153628, 'string'],
    },
  },
  ResponseRithmicSystemGatewayInfo: {
    templateId: 21,
    fields: {
      ...RESPONSE,
      systemName: [153628, 'string'],
      gatewayName: [153640, 'string', true],
      gatewayUri: [153641, 'string', true],
    },
  },
  RequestLoginInfo: {
    templateId: 300,
    fields: {
      ...REQUEST,
    },
  },
  ResponseLoginInfo: {
    templateId: 301,
    fields: {
      ...RESPONSE,
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      user: [131003, 'string'],
      firstName: [154216, 'string'],
      lastName: [154217, 'string'],
      userType: [154036, 'int32'],
      countryCode: [154712, 'string'],
      stateCode: [154713, 'string'],
      tpMaxSessionCount: [140000, 'int32'],
      opMaxSessionCount: [140012, 'int32'],
    },
  },
  RequestListUnacceptedAgreements: {
    templateId: 500,
    fields: {
      ...REQUEST,
    },
  },
  ResponseListUnacceptedAgreements: {
    templateId: 501,
    fields: {
      ...REQUEST,
      rqHandlerRpCode: [132764, 'string', true],
      rpCode: [132766, 'string', true],
      fcmId: [154013, 'string'],
      ibId: [154014, 'string'],
      agreementTitle: [153406, 'string'],
      agreementId: [153407, 'string'],
      agreementAcceptanceRequest: [153430, 'string'],
    },
  },
  Reject: {
    templateId: 75,
    fields: {
      ...RESPONSE,
    },
  },
  ForcedLogout: {
    templateId: 77,
    fields: {
      templateId: [154467, 'int32'],
    },
  },
} as const;

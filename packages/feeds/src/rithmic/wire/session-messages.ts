/** Messages of every plant: systems, login, heartbeat, logout, refusals. */
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
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
    },
  },
  ResponseLogout: {
    templateId: 13,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
    },
  },
  RequestRithmicSystemInfo: {
    templateId: 16,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
    },
  },
  ResponseRithmicSystemInfo: {
    templateId: 17,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
      systemName: [153628, 'string', true],
      hasAggregatedQuotes: [153649, 'bool', true],
    },
  },
  RequestHeartbeat: {
    templateId: 18,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      ssboe: [150100, 'int32'],
      usecs: [150101, 'int32'],
    },
  },
  ResponseHeartbeat: {
    templateId: 19,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
      ssboe: [150100, 'int32'],
      usecs: [150101, 'int32'],
    },
  },
  RequestRithmicSystemGatewayInfo: {
    templateId: 20,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      systemName: [153628, 'string'],
    },
  },
  ResponseRithmicSystemGatewayInfo: {
    templateId: 21,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
      systemName: [153628, 'string'],
      gatewayName: [153640, 'string', true],
      gatewayUri: [153641, 'string', true],
    },
  },
  RequestLoginInfo: {
    templateId: 300,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
    },
  },
  ResponseLoginInfo: {
    templateId: 301,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
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
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
    },
  },
  ResponseListUnacceptedAgreements: {
    templateId: 501,
    fields: {
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
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
      templateId: [154467, 'int32'],
      userMsg: [132760, 'string', true],
      rpCode: [132766, 'string', true],
    },
  },
  ForcedLogout: {
    templateId: 77,
    fields: {
      templateId: [154467, 'int32'],
    },
  },
} as const;
